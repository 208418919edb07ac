/** Part of an OpenAPI document: a plain JSON object. */
export interface JsonObject {
  [key: string]: JsonValue | undefined;
}

/** JSON value; undefined members are omitted when serialized. */
export type JsonValue = string | number | boolean | null | JsonObject | JsonValue[];

/** OpenAPI 3.1 document. */
export interface OpenApiDocument extends JsonObject {
  openapi: string;
  info: JsonObject;
  servers: JsonObject[];
  paths: JsonObject;
  components: JsonObject;
}
