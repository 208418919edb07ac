const UNRELEASED = '## Unreleased';

/** Matches the section of unreleased changes: its heading, and its text up to the next section. */
const SECTION = /^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m;

/** The text about unreleased changes in CHANGELOG.md or UPGRADING.md; empty when it has none, or no such section. */
export const unreleasedNotes = (text: string): string => SECTION.exec(text)?.[1]?.trim() ?? '';

/** The notes with the unreleased changes as those of a version, below a new empty section. @param date as `2026-12-01` */
export function withReleasedNotes(text: string, version: string, date: string): string {
  return text.replace(SECTION, (section) =>
    section.replace(UNRELEASED, `${UNRELEASED}\n\n## ${version} — ${date}`),
  );
}
