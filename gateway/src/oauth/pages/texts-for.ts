import type { Request } from 'express';
import { languageOf, type Language } from './language.ts';
import { TEXTS_EN } from './texts-en.ts';
import { TEXTS_ES } from './texts-es.ts';
import type { Texts } from './texts.ts';

const ALL: Record<Language, Texts> = { es: TEXTS_ES, en: TEXTS_EN };

/** Texts in the language that the browser prefers. */
export const textsFor = (req: Request): Texts => ALL[languageOf(req.headers['accept-language'])];
