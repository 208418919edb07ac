import path from 'node:path';
import { goTools } from '../build/go-tools.ts';

const TOOLS = {
  helm: 'helm.sh/helm/v3/cmd/helm',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform',
  'helm-unittest': 'github.com/helm-unittest/helm-unittest/cmd/helm-unittest',
  promtool: 'github.com/prometheus/prometheus/cmd/promtool',
};
/** Excludes Prometheus' service discoveries, most of its code, which promtool's rule checks do not use. */
const TAGS = 'remove_all_sd';

/** Absolute paths of the tools that check charts. */
export type ChartTools = Record<keyof typeof TOOLS, string>;

/** Finds the tools, or builds them. @returns the reason when they are unavailable */
export const chartTools = (): Promise<ChartTools | { missing: string }> =>
  goTools({ directory: path.join(import.meta.dirname, 'tools'), output: 'go', tools: TOOLS, tags: TAGS });
