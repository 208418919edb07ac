declare module '@20minutes/s3rver' {
  /** A server that speaks S3. */
  export default class S3rver {
    constructor(options: object);
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
