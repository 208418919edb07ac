import { bundleScript } from '../build/bundle.ts';

/** Bundles the programs of the image `demo`: loading the demo data, testing the platform, generating load. */
await bundleScript('test/cluster/pod');
