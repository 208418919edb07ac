import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describeWith } from '../support/describe-with.ts';
import { apiRoot, platform } from '../support/platform.ts';
import {
  ensureFromPip,
  ensureGoModule,
  GO_ENVIRONMENT,
  pythonEnvironment,
  run,
  toolFolder,
} from '../support/tools.ts';

const PYTHON = { name: 'openapi-python-client', version: '0.29.1' };
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen';
const GO = {
  name: 'oapi-codegen',
  packages: [`${OAPI_CODEGEN}@v2.8.2`, 'github.com/oapi-codegen/runtime@v1.8.0'],
};

const missingPython = await ensureFromPip(PYTHON.name, PYTHON.version);
const missingGo = await ensureGoModule(GO.name, GO.packages);

/** Part of an OpenAPI document that the tests use. */
interface Document {
  webhooks: Record<
    string,
    {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: string }; example: object } } };
      };
    }
  >;
}

const folder = mkdtempSync(path.join(tmpdir(), 'generated-clients-'));
const documentFile = path.join(folder, 'openapi.json');
const eventsFile = path.join(folder, 'events.json');

const response = await fetch(`${apiRoot(platform().gateways[0])}/openapi.json`);
const document = (await response.json()) as Document;
const bodies = Object.values(document.webhooks).map(
  ({ post }) => post.requestBody.content['application/json'],
);
/** Names of the schemas of the events, in the order of the examples. */
const eventNames = bodies.map(({ schema }) => schema.$ref.split('/').at(-1)!);

writeFileSync(documentFile, JSON.stringify(document));
writeFileSync(eventsFile, JSON.stringify({ data: bodies.map(({ example }) => example), next_cursor: null }));

afterAll(() => rmSync(folder, { recursive: true }));

/** Imports every module, decodes one event of each type, and encodes a body. */
const PYTHON_PROGRAM = `import importlib, json, pkgutil, sys
import client
for module in pkgutil.walk_packages(client.__path__, "client."):
    importlib.import_module(module.name)
from client.models import ListEventsResponse200, SetPricesBody
page = ListEventsResponse200.from_dict(json.load(open(sys.argv[1], encoding="utf-8")))
body = SetPricesBody(price=1234567.89).to_dict()
print(json.dumps({"events": [type(event).__name__ for event in page.data], "body": body}))
`;

describeWith(
  'openapi-python-client (Python 3 with pip)',
  missingPython,
  'the client of openapi-python-client',
  () => {
    test('is generated without warnings, imports, and decodes each type of event', async () => {
      const env = pythonEnvironment(PYTHON.name, folder);
      const target = path.join(folder, 'client');
      const options = [
        '--path',
        documentFile,
        '--output-path',
        target,
        '--meta',
        'none',
        '--fail-on-warning',
      ];
      const generated = await run('python3', ['-m', 'openapi_python_client', 'generate', ...options], {
        env,
      });
      expect(generated).toMatchObject({ code: 0, output: expect.not.stringMatching(/warning/i) });
      const { code, output } = await run('python3', ['-c', PYTHON_PROGRAM, eventsFile], { env });
      expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^\{.*\}\s*$/) });
      expect(JSON.parse(output)).toEqual({ events: eventNames, body: { price: 1234567.89 } });
    });
  },
);

/** Does in Go what the Python program does. */
const GO_PROGRAM = `package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"oapi-codegen/client"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	check(err)
	var page struct{ Data []client.Event }
	check(json.Unmarshal(text, &page))
	names := []string{}
	for _, event := range page.Data {
		value, err := event.ValueByDiscriminator()
		check(err)
		names = append(names, strings.TrimPrefix(fmt.Sprintf("%T", value), "client."))
	}
	price := 1234567.89
	out, err := json.Marshal(map[string]any{"events": names, "body": client.SetPricesJSONRequestBody{Price: &price}})
	check(err)
	fmt.Println(string(out))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
`;

describeWith('Go', missingGo, 'the client of oapi-codegen', () => {
  test('compiles, and decodes each type of event', async () => {
    const cwd = toolFolder(GO.name);
    const go = (...args: string[]) => run('go', args, { cwd, env: GO_ENVIRONMENT });
    mkdirSync(path.join(cwd, 'client'), { recursive: true });
    const options = [
      '-generate',
      'types,client',
      '-package',
      'client',
      '-o',
      'client/client.go',
      documentFile,
    ];
    expect(await go('run', OAPI_CODEGEN, ...options)).toEqual({ code: 0, output: '' });
    writeFileSync(path.join(cwd, 'main.go'), GO_PROGRAM);
    expect(await go('vet', './...')).toEqual({ code: 0, output: '' });
    const { code, output } = await go('run', '.', eventsFile);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^\{.*\}\s*$/) });
    expect(JSON.parse(output)).toEqual({ events: eventNames, body: { price: 1234567.89 } });
  });
});
