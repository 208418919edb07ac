import { setTimeout as sleep } from 'node:timers/promises';
import { processNames, type ProcessName } from '@commerce/deploy/local/services.ts';
import { Namespace } from './kubernetes.ts';
import type { Options } from './options.ts';
import { Traffic, type TrafficResult } from './traffic-pod.ts';

/** The platform's chart. */
export const CHART = 'charts/commerce-platform';
const TRIAL = `${CHART}/values-trial.yaml`;
/** More than the traffic needs, because the rate limit is not under test. */
const RATE_LIMIT_MULTIPLIER = 100;
/**
 * By default, catalog's pod ends before the next one starts, because a volume of images may be on another node. Here the traffic must
 * not fail, and pods of one node can share the volume.
 */
const ROLLING_CATALOG = [
  'type=RollingUpdate',
  'rollingUpdate.maxSurge=1',
  'rollingUpdate.maxUnavailable=0',
].map((setting) => `catalog.strategy.${setting}`);

/** Traffic before a disturbance, in ms. */
export const BEFORE_MS = 3_000;
/** Time after a disturbance in which clients connect again, in ms. */
export const AFTER_MS = 5_000;

/** Values of an installation. */
export interface Profile {
  /** Values files. */
  values: string[];
  set: string[];
  /** Processes that can have two pods. */
  doubled: readonly ProcessName[];
  /** Settings for two pods of each of them. */
  twoPods: string[];
}

/** Catalog keeps its one pod: two need a bucket for the images, or a volume that they share. */
const DOUBLED_IN_TRIAL = processNames.filter((name) => name !== 'catalog');

const trial = (options: Options): Profile => ({
  values: [TRIAL, ...options.values],
  set: ROLLING_CATALOG,
  doubled: DOUBLED_IN_TRIAL,
  twoPods: DOUBLED_IN_TRIAL.map((name) => `${name}.replicas=2`),
});

/** The platform installed in the cluster. */
export class Installation {
  static readonly release = 'commerce';
  /** Default of the chart. */
  static readonly publicUrl = 'http://localhost:4000';
  readonly namespace: Namespace;
  readonly options: Options;
  readonly tag: string;
  readonly #profile: Profile;
  /** Further settings of the release, and of the one before it, while they are known. */
  #settings: string | undefined;
  #before: string | undefined;

  /** @param profile a trial by default */
  constructor(options: Options, tag: string, profile: Profile = trial(options)) {
    this.options = options;
    this.tag = tag;
    this.#profile = profile;
    this.namespace = new Namespace(options.namespace);
  }

  /** Installs or upgrades the release. @param more settings beside those of the profile */
  upgrade(...more: string[]): void {
    this.#before = this.#settings;
    this.#settings = undefined;
    const files = this.#profile.values.flatMap((file) => ['--values', file]);
    const set = [
      `global.image.prefix=${this.options.prefix}`,
      `global.image.tag=${this.tag}`,
      `auth.env.RATE_LIMIT_MULTIPLIER=${RATE_LIMIT_MULTIPLIER}`,
      ...this.#profile.set,
      ...more,
    ].flatMap((value) => ['--set', value]);
    const args = ['upgrade', '--install', Installation.release, CHART, '--wait', '--timeout', '8m'];
    this.namespace.helm(...args, ...files, ...set);
    this.#settings = more.join();
  }

  /** Upgrades the release if its last upgrade had other settings: a step may leave it as it needs it. */
  ensure(...more: string[]): void {
    if (this.#settings !== more.join()) this.upgrade(...more);
  }

  /** Processes that have two pods after `ensureTwoPods`. */
  get doubled(): readonly ProcessName[] {
    return this.#profile.doubled;
  }

  /** Those processes, for the report. */
  get doubledNames(): string {
    const others = processNames.filter((name) => !this.doubled.includes(name));
    return others.length === 0 ? 'each process' : `each process but ${others.join(', ')}`;
  }

  /** As `ensure`, with two pods of each process that can have them. */
  ensureTwoPods(): void {
    this.ensure(...this.#profile.twoPods);
  }

  /** Rolls back to the previous release. */
  rollback(): void {
    const before = this.#before;
    this.#settings = this.#before = undefined;
    this.namespace.helm('rollback', Installation.release, '--wait', '--timeout', '5m');
    this.#settings = before;
  }

  /** Starts traffic. @param pauseMs see {@link Traffic.start} */
  traffic(pauseMs?: number): Promise<Traffic> {
    const image = `${this.options.prefix}/demo:${this.tag}`;
    return Traffic.start(this.namespace, image, Installation.release, Installation.publicUrl, pauseMs);
  }

  /** Has traffic before, during and after some work. @param afterMs time after it */
  async during(work: () => Promise<void>, afterMs = AFTER_MS): Promise<TrafficResult> {
    const traffic = await this.traffic();
    await sleep(BEFORE_MS);
    await work();
    await sleep(afterMs);
    return traffic.stop();
  }

  /** Pods of a process. */
  pods(process: string): string[] {
    return this.namespace.pods(`app.kubernetes.io/name=${process},app.kubernetes.io/component=process`);
  }
}
