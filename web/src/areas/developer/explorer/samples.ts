import { bodyValue, pathOf, sentQuery, targetOf, type ComposedRequest } from './request.ts';

/** Variable of the environment from which the samples read the access token. */
export const TOKEN_VARIABLE = 'MOSTRADOR_TOKEN';

/** Renders a request as code. `root` is the root of the API with its version. The body must be JSON or empty. */
type Render = (request: ComposedRequest, root: string) => string;

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const curl: Render = (request, root) => {
  const { operation, body, idempotencyKey } = request;
  const hasBody = body.trim() !== '';
  return [
    `curl ${operation.method === 'GET' ? '' : `-X ${operation.method} `}${shellQuoted(root + targetOf(request))}`,
    `-H "Authorization: Bearer $${TOKEN_VARIABLE}"`,
    ...(idempotencyKey === '' ? [] : [`-H ${shellQuoted(`Idempotency-Key: ${idempotencyKey}`)}`]),
    ...(hasBody ? [`-H 'Content-Type: application/json'`, `--data-raw ${shellQuoted(body)}`] : []),
  ].join(' \\\n  ');
};

const sdk: Render = (request, root) => {
  const { operation, path, idempotencyKey } = request;
  const types = new Map(operation.query.map(({ name, type }) => [name, type]));
  const query = sentQuery(request).map(([name, value]) => [
    name,
    types.get(name) === 'integer' && /^\d+$/.test(value) ? Number(value) : value,
  ]);
  const body = bodyValue(request);
  const input = { ...path, ...Object.fromEntries(query), ...(body === undefined ? {} : { body }) };
  const options = idempotencyKey === '' ? '' : `, { idempotencyKey: ${JSON.stringify(idempotencyKey)} }`;
  const isEmpty = Object.keys(input).length === 0 && options === '';
  return `import { createClient } from '@mostrador/sdk';

const client = createClient({
  baseUrl: ${JSON.stringify(root)},
  token: process.env.${TOKEN_VARIABLE},
});

const result = await client.${operation.name}(${isEmpty ? '' : JSON.stringify(input, null, 2)}${options});
console.log(JSON.stringify(result, null, 2));`;
};

/** Python literal of a JSON value. */
function pythonLiteral(value: unknown, indent: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const items = Array.isArray(value)
    ? value.map((item) => pythonLiteral(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${pythonLiteral(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return items.length === 0
    ? `${open}${close}`
    : `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`;
}

const python: Render = (request, root) => {
  const { operation, idempotencyKey } = request;
  const query = sentQuery(request);
  const body = bodyValue(request);
  const lines = [
    `${JSON.stringify(root + pathOf(request))},`,
    'headers={',
    `    "Authorization": "Bearer " + os.environ["${TOKEN_VARIABLE}"],`,
    ...(idempotencyKey === '' ? [] : [`    "Idempotency-Key": ${JSON.stringify(idempotencyKey)},`]),
    '},',
    ...(query.length === 0 ? [] : [`params=${pythonLiteral(Object.fromEntries(query), '    ')},`]),
    ...(body === undefined ? [] : [`json=${pythonLiteral(body, '    ')},`]),
    'timeout=30,',
  ];
  return `import os

import requests

response = requests.${operation.method.toLowerCase()}(
${lines.map((line) => `    ${line}`).join('\n')}
)
print(response.status_code)
print(response.text)`;
};

const phpQuoted = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

const php: Render = (request, root) => {
  const { operation, body, idempotencyKey } = request;
  const hasBody = body.trim() !== '';
  const headers = [
    `'Authorization: Bearer ' . getenv('${TOKEN_VARIABLE}')`,
    ...(idempotencyKey === '' ? [] : [phpQuoted(`Idempotency-Key: ${idempotencyKey}`)]),
    ...(hasBody ? [`'Content-Type: application/json'`] : []),
  ];
  return `<?php

$curl = curl_init(${phpQuoted(root + targetOf(request))});
curl_setopt_array($curl, [
    CURLOPT_CUSTOMREQUEST => '${operation.method}',
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
${headers.map((header) => `        ${header},\n`).join('')}    ],
${hasBody ? `    CURLOPT_POSTFIELDS => ${phpQuoted(body)},\n` : ''}]);
echo curl_exec($curl);`;
};

/** Code samples of a request by language. */
export const SAMPLES = { curl, sdk, python, php } as const;

/** Language of a code sample. */
export type SampleLanguage = keyof typeof SAMPLES;
