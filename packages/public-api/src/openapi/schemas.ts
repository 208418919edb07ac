import * as z from 'zod';
import type { QuerySchema } from '@commerce/http-contract/route.ts';
import { problemSchema, tooManyRequestsSchema } from '../problem.ts';
import { parameterInfo } from '../params.ts';
import { parametersOf } from '../query.ts';
import type { JsonObject } from './types.ts';

/** Names of component schemas by schema. */
export type SchemaNames = ReadonlyMap<unknown, string>;

/** Names of the resources of a version and of the error bodies, by schema. */
export function schemaNames(components: Readonly<Record<string, z.ZodType>>): SchemaNames {
  const named = { ...components, Problem: problemSchema, TooManyRequests: tooManyRequestsSchema };
  return new Map(Object.entries(named).map(([name, schema]) => [schema, name]));
}

/** JSON Schema of the output of a schema, with a `$ref` for every component in it except itself. */
export function responseSchema(schema: z.ZodType, names: SchemaNames): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    override: ({ zodSchema, jsonSchema, path }) => {
      const name = names.get(zodSchema);
      if (name !== undefined && path.length > 0) {
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema];
        jsonSchema.$ref = `#/components/schemas/${name}`;
        return;
      }
      if (zodSchema instanceof z.ZodDiscriminatedUnion)
        Object.assign(jsonSchema, discriminated(zodSchema, names));
      describeNumber(jsonSchema);
      // The schemas are strict, but a client must not break when a field is added.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (zodSchema instanceof z.ZodRecord) jsonSchema.additionalProperties = { type: 'string' };
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return json as JsonObject;
}

/** Names the precision of a number: without a format, generated Go has 32 bits, which cannot hold 1234567.89. */
function describeNumber(json: z.core.JSONSchema.BaseSchema): void {
  if (json.type !== 'number') return;
  if (Number.isInteger(json.const)) json.type = 'integer';
  else json.format = 'double';
}

/** Discriminator of a union of components. */
function discriminated({ _zod, options }: z.ZodDiscriminatedUnion, names: SchemaNames): JsonObject {
  const propertyName = _zod.def.discriminator;
  const mapping = (options as z.ZodObject[]).flatMap((option) =>
    [...((option.shape[propertyName] as z.ZodLiteral).values as Set<string>)].map((value) => [
      value,
      `#/components/schemas/${names.get(option)}`,
    ]),
  );
  return { discriminator: { propertyName, mapping: Object.fromEntries(mapping) as JsonObject } };
}

/** JSON Schema of a request body, without `notAccepted` fields. */
export function requestSchema(schema: z.ZodType): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      describeNumber(jsonSchema);
      for (const [name, property] of Object.entries(jsonSchema.properties ?? {}))
        if (typeof property === 'object' && Object.keys(property).length === 0)
          delete jsonSchema.properties![name];
    },
  });
  return json as JsonObject;
}

/** Query parameters of a route, in the order of its schema. */
export function queryParameters(query: QuerySchema): JsonObject[] {
  return Object.entries(parametersOf(query)).map(([name, schema]) => {
    const info = parameterInfo.get(schema);
    if (info === undefined) throw new Error(`query parameter ${name} has no description`);
    const required = !(schema instanceof z.ZodOptional || schema instanceof z.ZodDefault);
    return {
      name,
      in: 'query',
      required,
      description: info.description,
      schema: info.schema as JsonObject,
      ...(info.example === undefined ? {} : { example: info.example }),
    };
  });
}
