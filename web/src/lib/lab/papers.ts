/** What the documents print and what others publish. */

export type {
  LabDocuments as Documents,
  LabErratum as Erratum,
  LabOtherRules as OtherRules,
  LabPrintedFigure as PrintedFigure,
  LabPublishedFigure as PublishedFigure,
  LabPublishedSection as PublishedSection,
  LabRuling as Ruling,
} from "../server-types";
