import { makeSecrets } from './make-secrets.ts';

try {
  process.exitCode = await makeSecrets(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
