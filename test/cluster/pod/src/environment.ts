/** A variable that must be set. */
export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

/** What is the installation's own in the demo data: made up by the chart, and kept. */
export interface DemoSecrets {
  /** The day of the data, in ms. */
  now: number;
  password: string;
  clientSecrets: [string, string];
}

/** Reads them; undefined where the platform was installed without demo data. */
export function demoSecrets(): DemoSecrets | undefined {
  if (!process.env['DEMO_PASSWORD']) return undefined;
  return {
    now: Date.parse(`${required('DEMO_DAY')}T00:00:00Z`),
    password: required('DEMO_PASSWORD'),
    clientSecrets: [required('DEMO_CLIENT_SECRET_1'), required('DEMO_CLIENT_SECRET_2')],
  };
}
