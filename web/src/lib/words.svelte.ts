/** The page's words in the language of its user: that of the settings, else the browser's. */

import en from "../words/en";
import { i18nObject, isLocale, loadedLocales } from "../words/util";
import type { Locales, Translations, TranslationFunctions } from "../words/types";
import { kept } from "./kept.svelte";

// English is always here: other languages are loaded when they are wanted.
loadedLocales.en = en as unknown as Translations;
const LOADERS: Record<Exclude<Locales, "en">, () => Promise<{ default: Translations }>> = {
  es: () => import("../words/es") as unknown as Promise<{ default: Translations }>,
};

class Words {
  locale = $state<Locales>("en");
  /** Every message as a function, typed by its arguments. */
  say = $state.raw<TranslationFunctions>(i18nObject("en"));

  /** Take the language of the settings, or else the first of the browser's that there is. */
  async choose(): Promise<void> {
    const { language } = kept.settings;
    const wanted = language === "system" ? navigator.languages.map((it) => it.split("-")[0] ?? "") : [language];
    const locale = wanted.find(isLocale) ?? "en";
    if (locale !== "en") loadedLocales[locale] ??= (await LOADERS[locale]()).default;
    this.locale = locale;
    this.say = i18nObject(locale);
    document.documentElement.lang = locale;
  }
}

export const words = new Words();
