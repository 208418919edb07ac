/** A mail as the page shows it. */
export interface KeptMail {
  receivedAt: Date;
  from: string;
  to: string;
  subject: string;
  text: string;
  /** Shown as source. */
  html: string;
}

/** The page of the mails, the newest first; nothing in them becomes part of the page. */
export function mailPage(mails: readonly KeptMail[]): string {
  const shown = mails.length === 0 ? '<p>No mail so far.</p>' : mails.toReversed().map(article).join('\n');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Mails of the local stack</title></head>
<body>
<h1>Mails of the local stack</h1>
${shown}
</body>
</html>
`;
}

const article = ({ receivedAt, from, to, subject, text, html }: KeptMail): string => `<article>
<h2>${escape(subject)}</h2>
<p>${receivedAt.toISOString()}<br>From: ${escape(from)}<br>To: ${escape(to)}</p>
<pre>${escape(text)}</pre>
<details><summary>HTML</summary><pre>${escape(html)}</pre></details>
</article>`;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
