import { escapeHtml } from '../html.ts';

/** A mail without its addresses. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** Content of a mail in one language, as plain text; it is escaped where it becomes HTML. */
export interface MailLanguage {
  lang: 'es' | 'en';
  subject: string;
  paragraphs: string[];
  /** Details listed below the paragraphs, such as addresses and times. */
  facts?: [name: string, value: string][];
  /** The call to action. */
  link?: { label: string; url: string };
  /** Fine print at the end. */
  footnote?: string;
}

/** A mail in the given languages: that of the reader, or several when it is unknown. */
export function mailContent(languages: [MailLanguage, ...MailLanguage[]]): MailContent {
  return {
    subject: languages.map(({ subject }) => oneLine(subject)).join(' / '),
    text: `${languages.map(asText).join('\n\n-- \n\n')}\n`,
    html: page(languages[0].lang, languages.map(asHtml).join(DIVIDER)),
  };
}

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const DIVIDER = '\n<hr style="border:0;border-top:1px solid #d9dee5;margin:28px 0">\n';
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#1c4fd6;color:#ffffff;text-decoration:none;font-weight:600';

const page = (lang: string, body: string): string => `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px 12px;background:#f3f5f8;color:#1b2430;${FONT};font-size:15px;line-height:1.55">
<div style="max-width:560px;margin:0 auto;padding:28px;background:#ffffff;border-radius:12px">
${body}
</div>
</body></html>
`;

const asText = ({ paragraphs, facts = [], link, footnote }: MailLanguage): string =>
  [
    ...paragraphs,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    link === undefined ? '' : `${link.label}:\n${link.url}`,
    footnote ?? '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');

function asHtml({ lang, paragraphs, facts = [], link, footnote }: MailLanguage): string {
  const parts = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`);
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th align="left" valign="top" style="padding:2px 16px 2px 0;font-weight:600;white-space:nowrap">${escapeHtml(name)}</th><td style="word-break:break-word">${escapeHtml(value)}</td></tr>`,
  );
  if (rows.length > 0) parts.push(`<table>\n${rows.join('\n')}\n</table>`);
  if (link !== undefined) {
    const [label, url] = [escapeHtml(link.label), escapeHtml(link.url)];
    parts.push(`<p style="margin:24px 0"><a href="${url}" style="${BUTTON}">${label}</a></p>`);
  }
  if (footnote !== undefined)
    parts.push(`<p style="color:#5b6675;font-size:13px">${escapeHtml(footnote)}</p>`);
  return `<div lang="${lang}">\n${parts.join('\n')}\n</div>`;
}

/** A timestamp as shown in mails. */
export const mailTimestamp = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

// eslint-disable-next-line no-control-regex -- line breaks are not allowed in a header
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f]+/g, ' ');
