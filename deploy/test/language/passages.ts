import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/** A piece of a file that people read. */
export interface Passage {
  kind: 'prose' | 'doc comment' | 'identifier';
  text: string;
  /** Offset in the file. */
  start: number;
}

const C_COMMENT = /\/\*([\s\S]*?)\*\/|\/\/([^\n]*)/g;
const BLOCK_COMMENT = /\/\*([\s\S]*?)\*\//g;
const HASH_COMMENT = /(?:^|\s)#([^\n]*)/g;

/** Comments, strings, JSX text and identifiers of code; comments of other languages; prose of documents. */
export function passagesOf(file: string, text: string): Passage[] {
  if (file.startsWith('charts/'))
    return /\.(?:ya?ml|tpl|txt|sh|md|json)$/.test(file) ? chartPassages(file, text) : [];
  switch (path.extname(file)) {
    case '.ts':
    case '.tsx':
    case '.js':
    case '.mjs':
      return codePassages(file, text);
    case '.proto':
    case '.prisma':
      return found(text, C_COMMENT);
    case '.css':
      return found(text, BLOCK_COMMENT);
    case '.sql':
      return found(text, /--([^\n]*)/g);
    case '.json':
      // A key matches without its text.
      return found(text, /"(?:[^"\\\n]|\\.)*"\s*:|"((?:[^"\\\n]|\\.)*)"/g);
    case '.md':
      return [{ kind: 'prose', text: proseOf(text), start: 0 }];
    case '.html':
    case '.txt':
      return [{ kind: 'prose', text, start: 0 }];
    case '.yaml':
    case '.yml':
    case '.sh':
    case '':
      return found(text, HASH_COMMENT);
    default:
      return [];
  }
}

/** Charts are read whole: alerts, notes and descriptions are values. A value's comment (`# -- …`) is its documentation. */
function chartPassages(file: string, text: string): Passage[] {
  const whole: Passage = { kind: 'prose', text: file.endsWith('.md') ? proseOf(text) : text, start: 0 };
  return [
    whole,
    ...found(text, /# -- ([^\n]*)/g).map((passage) => ({ ...passage, kind: 'doc comment' as const })),
  ];
}

function codePassages(file: string, text: string): Passage[] {
  const { program, comments } = parseSync(file, text);
  const passages: Passage[] = comments.map(({ type, value, start }) => ({
    kind: type === 'Block' && value.startsWith('*') ? 'doc comment' : 'prose',
    text: value,
    start: start + 2,
  }));
  const prose = (value: string, start: number): void =>
    void passages.push({ kind: 'prose', text: value, start });
  const identifier = ({ name, start }: { name: string; start: number }): void =>
    void passages.push({ kind: 'identifier', text: name, start });
  new Visitor({
    Literal: ({ value, start }) => {
      if (typeof value === 'string') prose(value, start);
    },
    TemplateElement: ({ value, start }) => prose(value.raw, start),
    JSXText: ({ value, start }) => prose(value, start),
    Identifier: identifier,
    JSXIdentifier: identifier,
    PrivateIdentifier: identifier,
  }).visit(program);
  return passages;
}

/** Markdown with its code, tags and addresses blanked, so that offsets stay. */
function proseOf(text: string): string {
  const code =
    /^[ \t]*(`{3,}|~{3,})[\s\S]*?^[ \t]*\1|^ {4}\S[^\n]*|(`+)(?!`)[\s\S]*?[^`]\2(?!`)|<[^>]*>|\]\([^)\s]*\)/gm;
  return text.replaceAll(code, (match) => match.replaceAll(/[^\n]/g, ' '));
}

function found(text: string, pattern: RegExp): Passage[] {
  return [...text.matchAll(pattern)].map((match) => ({
    kind: 'prose',
    text: match.slice(1).find((group) => group !== undefined) ?? '',
    start: match.index + match[0].length - (match.slice(1).find((group) => group !== undefined) ?? '').length,
  }));
}
