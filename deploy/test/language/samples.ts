/** Files with the words that the check finds in them. */
export const SAMPLES: [file: string, text: string, words: string[]][] = [
  ['a.ts', '/** Whoever calls. */\nexport {};', ['Whoever', 'Whoever']],
  ['a.ts', '// A comment that tells.\nexport {};', ['tells']],
  ['a.ts', "export const toldStock = 'e-mail';", ['told', 'e-mail']],
  ['a.ts', 'export const MOST_ROWS = `${1} colours`;', ['MOST_', 'colours']],
  ['a.tsx', 'export const A = () => <p>Nobody hears</p>;', ['Nobody', 'hears']],
  ['a.proto', '// Told.\nstring told = 1;', ['Told']],
  ['a.sql', 'select told -- anew', ['anew']],
  ['a.css', '/* lest */ a { color: red }', ['lest']],
  ['a.json', '{ "told": "told" }', ['told']],
  ['a.yaml', 'told: told # told', ['told']],
  ['a.md', 'The `told` word is told.\n\n```\ntold\n```\n', ['told']],
  ['charts/a/values.yaml', '# -- Whether it is on.\non: true', ['Whether']],
];
