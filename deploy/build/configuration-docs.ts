import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { processSettings, serviceSettings } from '@commerce/service-kit/base-config.ts';
import type { Settings } from '@commerce/service-kit/config.ts';
import { formatted } from './format.ts';
import { processDirs, workspaceRoot } from './workspace.ts';

const FILE = path.join(workspaceRoot, 'docs/configuration.md');

const INTRODUCTION = `# Configuration

Every process reads its settings from environment variables and validates all of them at startup. If a setting is invalid, the process logs
its name and the reason, and exits with code 78. This page is generated from the code by \`pnpm docs:configuration\`.`;

/** Renders docs/configuration.md from the code. */
export async function configurationPage(): Promise<string> {
  const own = { ...processSettings, ...serviceSettings };
  const sections = [
    INTRODUCTION,
    '## Every process',
    table(processSettings),
    '## Every service',
    table(serviceSettings, processSettings),
  ];
  for (const packageDir of processDirs()) {
    const file = pathToFileURL(path.join(workspaceRoot, packageDir, 'src/config.ts')).href;
    const { settings } = (await import(file)) as { settings: Settings };
    sections.push(`## ${path.basename(packageDir)}`, table(settings, own));
  }
  return formatted(FILE, sections.join('\n\n'));
}

/** Compares the page in the checkout with the code. */
export async function isConfigurationPageCurrent(): Promise<boolean> {
  return (await readFile(FILE, 'utf8')) === (await configurationPage());
}

function table(settings: Settings, except: Settings = {}): string {
  const rows = Object.entries(settings)
    .filter(([key]) => !(key in except))
    .map(([key, { schema, example, description, secret }]) => {
      const mayBeLeftOut = schema.safeParse(undefined).success;
      const optional = mayBeLeftOut && schema.safeParse(undefined).data === undefined;
      const value =
        mayBeLeftOut && !optional
          ? `\`${example}\``
          : `${optional ? 'none' : 'required'}, e.g. \`${example}\``;
      return `| \`${key}\` | ${value} | ${description}${secret ? ' Secret.' : ''} |`;
    });
  if (rows.length === 0) return 'No settings beyond those of every service.';
  return ['| key | default | meaning |', '|-|-|-|', ...rows].join('\n');
}

if (import.meta.main) await writeFile(FILE, await configurationPage());
