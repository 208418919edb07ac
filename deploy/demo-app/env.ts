import { runDemoCommand, runningDemo } from './running-demo.ts';

const usage = `eval "$(npx pnpm -s demo:env)" [--data DIR]

Prints the addresses of the running platform as shell commands:
  PLATFORM   the pages, the OAuth endpoints and /docs
  API        the public API
  MAIL       the page with the emails sent by the platform

  --data DIR   use the stack in DIR instead of .local`;

await runDemoCommand(usage, async ({ dataDir }) => {
  const { demo } = await runningDemo(dataDir);
  process.stdout.write(
    `export PLATFORM=${demo.auth_url}\nexport API=${demo.base_url}\nexport MAIL=${demo.mail_url}\n`,
  );
});
