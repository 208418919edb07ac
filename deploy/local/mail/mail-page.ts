import { escapeHtml } from '@commerce/service-kit/html.ts';

/** A mail shown on the page. */
export interface KeptMail {
  receivedAt: Date;
  from: string;
  to: string;
  subject: string;
  text: string;
  /** HTML source, shown as text. */
  html: string;
}

/** Renders the page of mails, newest first, with all content escaped. */
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
<h2>${escapeHtml(subject)}</h2>
<p>${receivedAt.toISOString()}<br>From: ${escapeHtml(from)}<br>To: ${escapeHtml(to)}</p>
<pre>${escapeHtml(text)}</pre>
<details><summary>HTML</summary><pre>${escapeHtml(html)}</pre></details>
</article>`;
