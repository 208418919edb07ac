import { Html } from './html.ts';

/** The product's mark, drawn in the document so that it needs no request. */
export const MARK = new Html(
  '<svg class="mark" aria-hidden="true" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#14766f"/><path d="M7 12.5 9 7h14l2 5.5a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0Z" fill="#fff"/><path d="M9 19h14v6H9z" fill="#fff" opacity=".55"/><path d="M7 18h18v2.5H7z" fill="#fff"/></svg>',
);

const icon = (path: string): Html =>
  new Html(
    `<svg class="icon" aria-hidden="true" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${path}</svg>`,
  );

/** Icon of a permission to read. */
export const EYE = icon(
  '<circle cx="12" cy="12" r="2"/><path d="M21 12c-2.4 4-5.4 6-9 6s-6.6-2-9-6c2.4-4 5.4-6 9-6s6.6 2 9 6"/>',
);

/** Icon of a permission to change. */
export const PENCIL = icon(
  '<path d="M4 20h4l10.5-10.5a2.8 2.8 0 1 0-4-4L4 16v4"/><path d="m13.5 6.500 4 4"/>',
);
