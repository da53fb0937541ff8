/** The page's words in the language of its user: that of the settings, else the browser's. */

import en from "../words/en";
import { i18nObject, isLocale, loadedLocales } from "../words/util";
import type { Locales, NamespaceMoreTranslation, Translations, TranslationFunctions } from "../words/types";
import { kept } from "./kept.svelte";

type More = NamespaceMoreTranslation;
type Loaders<T> = Record<Exclude<Locales, "en">, () => Promise<{ default: T }>>;

// English is always here: other languages are loaded when they are wanted.
loadedLocales.en = en as unknown as Translations;
const LOADERS: Loaders<Translations> = {
  es: () => import("../words/es") as unknown as Promise<{ default: Translations }>,
};
/** The words of the pages beside the tables; a table is shown before they are there. */
const MORE_LOADERS: Loaders<More> = { es: () => import("../words/es/more") };
/** How dates and numbers are written. */
const TAGS: Record<Locales, string> = { en: "en-GB", es: "es" };

class Words {
  locale = $state<Locales>("en");
  /** Every message as a function, typed by its arguments. */
  say = $state.raw<TranslationFunctions>(i18nObject("en"));
  /** Every word of the language is there; a page beside the tables waits for it. */
  whole: Promise<void> = Promise.resolve();
  #more: Partial<Record<Locales, More>> = {};

  /** Take the language of the settings, or else the first of the browser's that there is. */
  async choose(): Promise<void> {
    const { language } = kept.settings;
    const wanted = language === "system" ? navigator.languages.map((it) => it.split("-")[0] ?? "") : [language];
    const locale = wanted.find(isLocale) ?? "en";
    if (locale !== "en") {
      loadedLocales[locale] ??= (await LOADERS[locale]()).default;
      this.whole = MORE_LOADERS[locale]().then((more) => this.#add(locale, more.default), () => undefined);
    }
    this.locale = locale;
    this.#renew();
    document.documentElement.lang = locale;
  }

  /** Add the English words of the pages beside the tables, with the first of these pages. */
  addMore(english: unknown): void {
    this.#add("en", english as More);
  }

  #add(locale: Locales, more: More): void {
    this.#more[locale] = more;
    this.#renew();
  }

  /** Speak the language with all words that are there. */
  #renew(): void {
    const more = this.#more[this.locale] ?? this.#more.en;
    if (more) loadedLocales[this.locale] = { ...loadedLocales[this.locale], more };
    this.say = i18nObject(this.locale);
  }

  /** The tag of the language, for dates; those of English are European ones. */
  get tag(): string {
    return TAGS[this.locale];
  }
}

export const words = new Words();
