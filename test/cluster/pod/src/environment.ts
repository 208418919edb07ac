/** A required environment variable. */
export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

/** Installation-specific parts of the demo data, generated and kept by the chart. */
export interface DemoSecrets {
  /** Date of the data, in ms. */
  now: number;
  password: string;
  clientSecrets: [string, string];
}

/** Reads the secrets from the environment; undefined without demo data. */
export function demoSecrets(): DemoSecrets | undefined {
  if (!process.env['DEMO_PASSWORD']) return undefined;
  return {
    now: Date.parse(`${required('DEMO_DAY')}T00:00:00Z`),
    password: required('DEMO_PASSWORD'),
    clientSecrets: [required('DEMO_CLIENT_SECRET_1'), required('DEMO_CLIENT_SECRET_2')],
  };
}
