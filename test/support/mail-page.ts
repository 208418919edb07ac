import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'node-html-parser';
import { platform } from './platform.ts';

const WAIT_MS = 60_000;
const EVERY_MS = 500;

/** Mails to an address on the web page of the local mail server, newest first. */
async function mailsTo(email: string): Promise<string[]> {
  const page = parse(await (await fetch(platform().demo.mail_url)).text());
  const articles = page.querySelectorAll('article').map((article) => article.textContent);
  return articles.filter((text) => text.includes(email));
}

/** Waits for a mail to an address that contains the words. @returns the text of the newest one */
export async function mailTo(email: string, words = ''): Promise<string> {
  for (const until = Date.now() + WAIT_MS; Date.now() < until; await sleep(EVERY_MS)) {
    const found = (await mailsTo(email)).find((text) => text.includes(words));
    if (found !== undefined) return found;
  }
  throw new Error(`no mail to ${email} contains: ${words}`);
}

/** Waits for a mail to an address with a link to the page. @returns the path of the newest link */
export async function linkMailedTo(email: string, page: string): Promise<string> {
  const text = await mailTo(email, `/${page}#`);
  return new RegExp(`/${page}#\\S{43}`).exec(text)![0];
}
