import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const HELP = `pnpm test:chaos [--minutes N] [--seed S] [--pgbouncer]

Runs the whole platform, with two processes of every service, under load while processes, NATS and PostgreSQL are killed,
stopped, restarted, delayed and cut off, and checks afterwards that it kept its promises (docs/testing.md).

  --minutes N  duration of the load, 2 by default
  --seed S     repeats the faults and the choices of an earlier run; each run prints its seed
  --pgbouncer  the services connect to PostgreSQL through PgBouncer in transaction mode
`;

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string' },
    pgbouncer: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const minutes = Number(options.minutes);
  const seed = Number(options.seed ?? Math.trunc(Math.random() * 2 ** 31));
  if (!(minutes > 0) || !Number.isInteger(seed)) {
    say(HELP);
    return 2;
  }
  const command = `npx pnpm test:chaos --minutes ${minutes} --seed ${seed}${options.pgbouncer ? ' --pgbouncer' : ''}`;
  say(`── chaos: ${command}`);
  mkdirSync('.cache', { recursive: true });
  // The helpers of tests read it when they are imported.
  const file = (process.env['TEST_PLATFORM_FILE'] = path.resolve(`.cache/chaos-${process.pid}.json`));
  const { startChaosPlatform, writeDescription } = await import('./platform.ts');
  const chaos = await startChaosPlatform(options.pgbouncer);
  const stop = async () => {
    await chaos.stop();
    rmSync(file, { force: true });
  };
  const giveUp = () => void stop().then(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, giveUp);
  // Of a part of the load that nothing waits for yet.
  process.once('unhandledRejection', (error: Error) => {
    say(error.stack ?? error.message);
    giveUp();
  });
  try {
    await writeDescription(file, chaos);
    const { runCampaign } = await import('./campaign.ts');
    const result = await runCampaign(chaos, { seed, minutes, say });
    mkdirSync('.local/chaos', { recursive: true });
    writeFileSync(`.local/chaos/${seed}.json`, JSON.stringify({ command, ...result }, null, 2));
    const broken = Object.keys(result.broken).length;
    say(
      broken === 0 ? '\nall promises were kept' : `\n${broken} promises were broken; to repeat: ${command}`,
    );
    return broken === 0 ? 0 : 1;
  } finally {
    await stop();
  }
}

process.exitCode = await main();
