/** A part of an OpenAPI document: plain JSON. */
export interface JsonObject {
  [key: string]: JsonValue | undefined;
}

/** A JSON value; undefined members are left out when it is printed. */
export type JsonValue = string | number | boolean | null | JsonObject | JsonValue[];

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument extends JsonObject {
  openapi: string;
  info: JsonObject;
  servers: JsonObject[];
  paths: JsonObject;
  components: JsonObject;
}
