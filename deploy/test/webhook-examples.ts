import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { signedHeaders } from '@commerce/webhooks/seed.ts';

/** Page of the documentation about webhooks. */
export const page = readFileSync(new URL('../../docs/api/webhooks.md', import.meta.url), 'utf8');
const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

/** A request as passed to the snippets. */
interface Case {
  secret: string;
  timestamp: string;
  signature: string;
  /** In base64. */
  body: string;
}

/** A request as the service sends it. */
function sent(ageS = 0, text = '{"id":"evt_1","data":{"name":"Ñandú – 100 %\\n"}}'): Case {
  const body = Buffer.from(text);
  const nowMs = Date.now() - ageS * 1000;
  const what = {
    type: 'ping',
    eventId: 'evt_1',
    deliveryId: 'dlv_1',
    storeId: '',
    isTest: false,
    nowMs,
    body,
  };
  const headers = signedHeaders(what, secret);
  return {
    secret,
    timestamp: headers['X-Service-Timestamp']!,
    signature: headers['X-Service-Signature']!,
    body: body.toString('base64'),
  };
}

/** Cases of this moment, because the snippets compare timestamps with the clock. */
function cases(): Record<string, [given: Case, isGood: boolean]> {
  const good = sent();
  const tampered = Buffer.from(Buffer.from(good.body, 'base64').toString().replace('100', '900'));
  return {
    'a good one': [good, true],
    'one of four minutes ago': [sent(240), true],
    'one of a clock four minutes ahead': [sent(-240), true],
    'an empty body': [sent(0, ''), true],
    'a body that is not UTF-8 any more': [
      { ...good, body: Buffer.from([0xff, 0xfe]).toString('base64') },
      false,
    ],
    'a tampered body': [{ ...good, body: tampered.toString('base64') }, false],
    'one of six minutes ago': [sent(360), false],
    'one of a clock six minutes ahead': [sent(-360), false],
    'an old one under a new timestamp': [{ ...sent(360), timestamp: good.timestamp }, false],
    'another secret': [{ ...good, secret: `whsec_${Buffer.alloc(32, 8).toString('base64')}` }, false],
    'the secret without its prefix': [{ ...good, secret: secret.slice(6) }, false],
    'a signature without its prefix': [{ ...good, signature: good.signature.slice(3) }, false],
    'no signature': [{ ...good, signature: '' }, false],
    'a signature beyond ASCII': [{ ...good, signature: `v1=${'ñ'.repeat(64)}` }, false],
    'no timestamp': [{ ...good, timestamp: '' }, false],
    'a timestamp that is none': [{ ...good, timestamp: 'soon' }, false],
  };
}

/** Files of a snippet, and the command that prints a JSON list of its verdicts, one per case, built by `build` if it needs that. */
const RUNTIMES: Record<
  string,
  { build?: string[]; command: string[]; files: (code: string) => Record<string, string> }
> = {
  ts: {
    command: [process.execPath, '--disable-warning=ExperimentalWarning', 'main.ts'],
    files: (code) => ({
      'snippet.ts': code,
      'package.json': '{ "type": "module" }',
      'main.ts': `import { readFileSync } from 'node:fs';
import { isFromMostrador } from './snippet.ts';
const cases = JSON.parse(readFileSync('cases.json', 'utf8'));
console.log(JSON.stringify(cases.map((c: any) => isFromMostrador(c.secret, c.timestamp, c.signature, Buffer.from(c.body, 'base64')))));`,
    }),
  },
  python: {
    command: ['python3', 'main.py'],
    files: (code) => ({
      'snippet.py': code,
      'main.py': `import base64, json
from snippet import is_from_mostrador
cases = json.load(open("cases.json", encoding="utf-8"))
print(json.dumps([is_from_mostrador(c["secret"], c["timestamp"], c["signature"], base64.b64decode(c["body"])) for c in cases]))`,
    }),
  },
  php: {
    command: ['php', 'main.php'],
    files: (code) => ({
      'main.php': `<?php
${code}
$cases = json_decode(file_get_contents('cases.json'), true);
echo json_encode(array_map(fn ($c) => isFromMostrador($c['secret'], $c['timestamp'], $c['signature'], base64_decode($c['body'])), $cases));`,
    }),
  },
  go: {
    build: ['go', 'build', '-o', 'verify', 'snippet.go', 'main.go'],
    command: ['./verify'],
    files: (code) => ({
      'snippet.go': code.replace('package webhooks', 'package main'),
      'main.go': `package main
import ("encoding/base64"; "encoding/json"; "fmt"; "os")
func main() {
  data, _ := os.ReadFile("cases.json")
  var cases []struct{ Secret, Timestamp, Signature, Body string }
  if err := json.Unmarshal(data, &cases); err != nil { panic(err) }
  said := []bool{}
  for _, c := range cases {
    body, _ := base64.StdEncoding.DecodeString(c.Body)
    said = append(said, IsFromMostrador(c.Secret, c.Timestamp, c.Signature, body))
  }
  out, _ := json.Marshal(said)
  fmt.Println(string(out))
}`,
    }),
  },
};

const snippets = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code]) => code!);

function run([command, ...args]: string[], cwd: string): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(command!, args, {
    cwd,
    env: { ...process.env, GOTOOLCHAIN: 'local' },
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { status, output: `${stdout}${stderr}` };
}

/** Tests the example of the page in a language, whose tools are installed. */
export function testVerification(language: string): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'webhook-docs-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test(`the example in ${language} accepts what the service signs and nothing else`, () => {
    const { build, command, files } = RUNTIMES[language]!;
    const [code, ...more] = snippets(language);
    expect(more).toEqual([]);
    for (const [name, text] of Object.entries(files(code!))) writeFileSync(path.join(folder, name), text);
    if (build !== undefined) expect(run(build, folder)).toEqual({ status: 0, output: '' });
    const given = Object.entries(cases());
    writeFileSync(path.join(folder, 'cases.json'), JSON.stringify(given.map(([, [request]]) => request)));
    const { status, output } = run(command, folder);
    expect([status, output]).toEqual([0, expect.stringMatching(/^\[.*\]\s*$/)]);
    const verdicts = JSON.parse(output) as boolean[];
    expect(Object.fromEntries(given.map(([name], n) => [name, verdicts[n]]))).toEqual(
      Object.fromEntries(given.map(([name, [, isGood]]) => [name, isGood])),
    );
  });
}
