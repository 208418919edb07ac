import { kebab, openTest, pascal, ScaffoldError, type Source } from './source.ts';

/** Adds the skeleton of an event of a service, which compiles, and a test that fails with what is to be filled in. */
export function addEvent(source: Source, service: string, type: string): void {
  if (!/^[a-z]+\.[a-z_]+$/.test(type)) throw new ScaffoldError(`${type}: use a type such as stock.counted.`);
  const message = pascal(type);
  const proto = `proto/commerce/${service}/v1/events.proto`;
  const publish = `services/${service}/src/events/publish.ts`;
  if (new RegExp(`^message ${message} `, 'm').test(source.read(proto)))
    throw new ScaffoldError(`${proto} has a message ${message} already.`);
  source.append(proto, `\n// Payload of \`${type}\`.\nmessage ${message} {}\n`);
  source.insertAfter(
    publish,
    /^/,
    `import { ${message} } from '@commerce/proto/commerce/${service}/v1/events.ts';\n`,
  );
  source.append(
    publish,
    `
/** @public Publishes \`${type}\`. */
export function publish${message}(unit: Unit, subjectId: string): void {
  unit.emit({ type: '${type}', subjectId, payload: ${message}.encode({}).finish() });
}
`,
  );
  source.create(
    `services/${service}/test/${kebab(type)}.test.ts`,
    openTest(`${type} is published`, [
      `${proto}: fields and comment of ${message}`,
      `${publish}: who calls publish${message}, in the transaction of the change; then drop the @public tag`,
      'consumers: the handler in src/events/consume of each service that handles it',
      'for apps: a line in services/webhooks/src/events/consume and in packages/public-api (schemas/event-types, events), with its golden body',
      'docs/api and CHANGELOG.md',
      'this file: tests of what is published, and when nothing is',
    ]),
  );
}
