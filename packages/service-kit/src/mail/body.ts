import { escapeHtml } from '../html.ts';
import { MARK, PRODUCT } from './brand.ts';

/** A mail without its addresses. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** Language of a mail: that of its reader. */
export type MailLanguage = 'es' | 'en';

/** Language of a person, as stored. */
export const mailLanguage = (language: string): MailLanguage => (language === 'en' ? 'en' : 'es');

/** Content of a mail as plain text; it is escaped where it becomes HTML. */
export interface MailDraftContent {
  lang: MailLanguage;
  /** Subject, and title of the HTML part. */
  subject: string;
  paragraphs: string[];
  /** Details listed below the paragraphs, such as addresses and times; those with an empty value are left out. */
  facts?: [name: string, value: string][];
  /** The call to action. */
  link?: { label: string; url: string };
  /** Fine print below the call to action. */
  footnote?: string;
  /** Why the reader receives the mail. */
  reason: string;
}

/** A mail as text and as HTML that loads nothing. */
export function mailContent(draft: MailDraftContent): MailContent {
  const content = { ...draft, facts: (draft.facts ?? []).filter(([, value]) => value !== '') };
  const subject = oneLine(content.subject);
  return { subject, text: asText(content), html: asHtml(content, subject) };
}

/** A mail to a person in their language. @param drafts content by language, from the person's name and the facts */
export const personalMail = <Facts>(
  person: { name: string; language: string },
  drafts: Record<MailLanguage, (name: string, facts: Facts) => MailDraftContent>,
  facts: Facts,
): MailContent => mailContent(drafts[mailLanguage(person.language)](person.name, facts));

const INK = 'color:#17212b';
const SOFT = 'color:#56606b';
const FONT =
  "font-family:'Inter Variable',Inter,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const BUTTON =
  'display:inline-block;padding:12px 22px;border-radius:8px;background:#14766f;color:#ffffff;text-decoration:none;font-weight:600';

// Mail programs without media queries show the light colors.
const DARK = `@media (prefers-color-scheme: dark) {
.page { background: #15191d !important } .card { background: #1f252b !important; border-color: #2f353b !important }
.ink { color: #dde3e8 !important } .soft { color: #a8b2bc !important } }`;

function asText({ subject, paragraphs, facts = [], link, footnote, reason }: MailDraftContent): string {
  const parts = [
    PRODUCT,
    oneLine(subject),
    ...paragraphs,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    link === undefined ? '' : `${link.label}:\n${link.url}`,
    footnote ?? '',
    `-- \n${reason}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function asHtml(content: MailDraftContent, subject: string): string {
  return `<!doctype html>
<html lang="${content.lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${DARK}</style></head>
<body class="page ink" style="margin:0;padding:24px 12px;background:#f4f6f7;${INK};${FONT};font-size:15px;line-height:1.55">
<div style="max-width:560px;margin:0 auto">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr><td style="padding:0">${MARK}</td>
<td class="ink" style="padding:0 0 0 10px;${INK};font-size:18px;font-weight:700">${PRODUCT}</td></tr></table>
<div class="card" style="padding:28px;background:#ffffff;border:1px solid #e3e7ea;border-radius:12px">
<h1 class="ink" style="margin:0 0 16px;${INK};font-size:20px;line-height:1.3;word-break:break-word">${escapeHtml(subject)}</h1>
${cardParts(content).join('\n')}
</div>
<p class="soft" style="margin:16px 4px 0;${SOFT};font-size:13px">${escapeHtml(content.reason)}</p>
</div>
</body></html>
`;
}

function cardParts({ paragraphs, facts = [], link, footnote }: MailDraftContent): string[] {
  const parts = paragraphs.map((paragraph) => `<p style="margin:0 0 14px">${escapeHtml(paragraph)}</p>`);
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th class="soft" align="left" valign="top" style="padding:3px 16px 3px 0;${SOFT};font-weight:400">${escapeHtml(name)}</th><td style="padding:3px 0;word-break:break-word">${escapeHtml(value)}</td></tr>`,
  );
  if (rows.length > 0) parts.push(`<table style="font-size:15px">\n${rows.join('\n')}\n</table>`);
  if (link !== undefined) {
    const [label, url] = [escapeHtml(link.label), escapeHtml(link.url)];
    parts.push(`<p style="margin:22px 0 8px"><a href="${url}" style="${BUTTON}">${label}</a></p>`);
  }
  if (footnote !== undefined)
    parts.push(`<p class="soft" style="margin:14px 0 0;${SOFT};font-size:13px">${escapeHtml(footnote)}</p>`);
  return parts;
}

/** A timestamp as shown in mails. A kept format would hold the data of its locale, 5 MiB. */
export function mailTimestamp(ms: number, lang: MailLanguage): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  const format =
    lang === 'es'
      ? new Intl.DateTimeFormat('es-AR', { ...options, hourCycle: 'h23' })
      : new Intl.DateTimeFormat('en-US', options);
  return `${format.format(ms)} (UTC)`;
}

// eslint-disable-next-line no-control-regex -- line breaks are not allowed in a header
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f]+/g, ' ');
