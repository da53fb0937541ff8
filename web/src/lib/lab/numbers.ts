/** Figures as people read them. */

/** A share as percent: 0.0061539 -> "0.6154 %". */
export const percent = (share: number | null | undefined, digits = 4): string =>
  share === null || share === undefined ? "" : `${fixed(share * 100, digits)} %`;

/** A change of a share, with its sign. */
export const change = (share: number, digits = 4): string => `${share < 0 ? "−" : "+"}${fixed(Math.abs(share) * 100, digits)} %`;

/** A number with so many digits behind the point, thousands apart, and a minus that is as wide as a plus. */
export const fixed = (value: number, digits: number): string =>
  value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace("-", "−");

/** One in how many. */
export const oneIn = (chance: number): string => (chance > 0 ? `1 in ${(1 / chance).toLocaleString("en", { maximumFractionDigits: chance > 0.1 ? 1 : 0 })}` : "never");
