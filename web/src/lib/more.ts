/** The words of the pages beside the tables: they load with the first of these pages. */

import type { TranslationFunctions } from "../words/types";
import en from "../words/en/more";
import { words } from "./words.svelte";

words.addMore(en);

export const more = {
  get say(): TranslationFunctions["more"] {
    return words.say.more;
  },
};
