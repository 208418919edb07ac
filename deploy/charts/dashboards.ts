import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace.ts';

/** A dashboard of Grafana, as far as it is checked. */
interface Dashboard {
  file: string;
  uid: string;
  panels: { id: number; targets: { expr: string }[] }[];
}

const SELECTED = ['platform="$platform"', 'namespace=~"$namespace"'];

/** The chart's dashboards. */
export const dashboards = (): Dashboard[] =>
  globSync('charts/commerce-platform/dashboards/*.json', { cwd: workspaceRoot })
    .toSorted()
    .map((file) => ({
      ...(JSON.parse(readFileSync(path.join(workspaceRoot, file), 'utf8')) as Omit<Dashboard, 'file'>),
      file,
    }));

/** Expressions of a dashboard. */
export const expressionsOf = ({ panels }: Dashboard): string[] =>
  panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** Metrics that an expression reads. */
export const metricsOf = (expression: string): string[] =>
  [...expression.matchAll(/([a-z_:][\w:]*)\{/g)].map(([, name]) => name!);

/** Ids that are used twice, and metrics of other platforms or namespaces, one line each. */
export function wrongDashboards(): string[] {
  const all = dashboards();
  return [
    ...repeated(all.map(({ uid }) => uid)).map((uid) => `the uid ${uid} is used twice`),
    ...all.flatMap((dashboard) => [
      ...repeated(dashboard.panels.map(({ id }) => id)).map((id) => `${dashboard.file}: the panel id ${id} is used twice`),
      ...expressionsOf(dashboard)
        .filter((expression) => !selectsPlatform(expression))
        .map((expression) => `${dashboard.file}: a metric is not restricted to ${SELECTED.join(', ')}: ${expression}`),
    ]),
  ];
}

const repeated = <T>(values: T[]): T[] => values.filter((value, index) => values.indexOf(value) !== index);

function selectsPlatform(expression: string): boolean {
  const selectors = [...expression.matchAll(/\{[^}]*\}/g)].map(([selector]) => selector);
  return selectors.length > 0 && selectors.every((selector) => SELECTED.every((matcher) => selector.includes(matcher)));
}

/** All expressions as rules with Grafana's variables filled in, so that promtool can check their syntax. */
export function dashboardRules(): string {
  const rules = dashboards()
    .flatMap(expressionsOf)
    .map((expression, index) => ({
      record: `dashboard:expression_${index}`,
      expr: expression
        .replaceAll('$__rate_interval', '1m')
        .replaceAll('$platform', 'commerce')
        .replaceAll('$namespace', 'shop'),
    }));
  return JSON.stringify({ groups: [{ name: 'dashboards', rules }] });
}
