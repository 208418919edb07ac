import { bundle } from '../build/bundle.ts';

/** Bundles what the image `demo` runs: loading the demo data, trying the platform, putting load on it. */
await bundle(['test/cluster/pod']);
