import { dictionary } from '@zxcvbn-ts/language-common';

/** The most common passwords. The list takes several MiB, so this module is loaded with its first use. */
export const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'].map(String));
