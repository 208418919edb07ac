import { demoPod } from './demo-pod.ts';
import { Installation } from './installation.ts';
import { until } from './kubernetes.ts';

/** Script that makes a gRPC call, with the certificate in /tls if there is one, and prints the outcome. */
const CALL = `
  const { existsSync, readFileSync } = require('fs');
  const file = (name) => existsSync('/tls/' + name) ? readFileSync('/tls/' + name) : undefined;
  const end = (what) => { console.log(what); process.exit(0); };
  setTimeout(() => end('unreachable'), 5000);
  const socket = require('tls').connect({
    host: 'commerce-catalog', port: 50051, servername: 'commerce-catalog', ALPNProtocols: ['h2'],
    ca: file('ca.crt'), cert: file('tls.crt'), key: file('tls.key'), rejectUnauthorized: existsSync('/tls/ca.crt'),
  });
  socket.on('error', (error) => end('refused: ' + error.code));
  socket.on('secureConnect', () => {
    const session = require('http2').connect('https://commerce-catalog:50051', { createConnection: () => socket });
    session.on('error', (error) => end('refused: ' + error.code));
    const call = session.request({
      ':method': 'POST', ':path': '/commerce.catalog.v1.CatalogService/ListShopNames',
      'content-type': 'application/grpc', te: 'trailers',
    });
    const report = (headers) => headers['grpc-status'] && end('status ' + headers['grpc-status']);
    call.on('response', report);
    call.on('trailers', report);
    call.on('error', (error) => end('refused: ' + error.code));
    call.end(Buffer.alloc(5));
  });`;

/** Labels of the pods of a process. */
const labelsOf = (process: string): Record<string, string> => ({
  'app.kubernetes.io/part-of': Installation.release,
  'app.kubernetes.io/name': process,
  'app.kubernetes.io/component': 'process',
});

/**
 * Checks that catalog rejects callers blocked by NetworkPolicy, without a client certificate, or with another
 * service's, and that NATS rejects an event of orders that the user of webhooks publishes.
 */
export async function unauthorizedCallers(installation: Installation): Promise<string[]> {
  const gateway = labelsOf('gateway');
  const [unknown, uncertified, wrong, otherMethod, right] = await Promise.all([
    callAs(installation, 'unknown-pod', {}),
    callAs(installation, 'uncertified', gateway),
    callAs(installation, 'wrong-certificate', gateway, 'commerce-customers-tls'),
    callAs(installation, 'wrong-method', gateway, 'commerce-pricing-tls'),
    callAs(installation, 'gateway-certificate', gateway, 'commerce-gateway-tls'),
  ]);
  const forged = await forgedBy(installation, 'webhooks');
  if (unknown !== 'unreachable') throw new Error(`a pod that no NetworkPolicy allows: ${unknown}`);
  if (!uncertified.startsWith('refused')) throw new Error(`a pod without a certificate: ${uncertified}`);
  if (wrong !== 'status 7') throw new Error(`a pod with another's certificate: ${wrong}`);
  if (otherMethod !== 'status 7')
    throw new Error(`with the certificate of a caller of other methods: ${otherMethod}`);
  if (right === 'status 7' || !right.startsWith('status'))
    throw new Error(`with the gateway's certificate: ${right}`);
  if (!/^connected\nPermissions Violation/i.test(forged)) throw new Error(`a forged event: ${forged}`);
  return [
    `a pod that no NetworkPolicy allows: ${unknown}; one labeled as the gateway without a certificate: ${uncertified}; with another service's, or that of a caller of other methods: PERMISSION_DENIED`,
    `a pod with the NATS user of webhooks cannot publish order.paid: ${forged.split('\n')[1]}`,
  ];
}

async function callAs(
  installation: Installation,
  name: string,
  labels: Record<string, string>,
  certificate?: string,
): Promise<string> {
  const { namespace, options, tag } = installation;
  namespace.apply({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels },
    spec: {
      restartPolicy: 'Never',
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 1000,
        fsGroup: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      containers: [
        {
          name: 'call',
          image: `${options.prefix}/demo:${tag}`,
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
          // NetworkPolicies take some time to include a new pod's address.
          command: ['node', '-e', `setTimeout(() => {${CALL}}, 5000)`],
          ...(certificate && { volumeMounts: [{ name: 'tls', mountPath: '/tls' }] }),
        },
      ],
      ...(certificate && {
        volumes: [{ name: 'tls', secret: { secretName: certificate, defaultMode: 0o440 } }],
      }),
    },
  });
  return outputOf(installation, name);
}

/** Publishes an event of orders from a pod of another service, with its user of NATS. @returns the answers of NATS */
async function forgedBy(installation: Installation, service: string): Promise<string> {
  const { namespace, options, tag } = installation;
  const { release } = Installation;
  const secret = (variable: string, name: string, key: string) => ({
    name: variable,
    valueFrom: { secretKeyRef: { name: `${release}-${service}-${name}`, key } },
  });
  const env = [
    { name: 'NATS_URL', value: `${release}-nats:4222` },
    { name: 'NATS_USER', value: service },
    secret('NATS_NKEY', 'nats', 'nkey'),
    secret('NATS_CA', 'tls', 'ca.crt'),
  ];
  const image = `${options.prefix}/demo:${tag}`;
  const labels = labelsOf(service);
  namespace.apply(demoPod({ name: 'forged-event', image, command: 'forge-event', labels, env }));
  return outputOf(installation, 'forged-event');
}

/** Waits until a pod has ended, and deletes it. @returns its log */
async function outputOf({ namespace }: Installation, pod: string): Promise<string> {
  const phase = () => namespace.kubectl('get', 'pod', pod, '--output', 'jsonpath={.status.phase}');
  await until(`${pod} has ended`, () => ['Succeeded', 'Failed'].includes(phase()));
  const output = namespace.logs(pod).trim();
  namespace.kubectl('delete', 'pod', pod, '--wait=false');
  return output;
}
