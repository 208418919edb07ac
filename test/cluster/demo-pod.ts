/** A pod of the image `demo`. */
export interface DemoPod {
  name: string;
  image: string;
  /** A command of test/cluster/pod; also the pod's label `app`. */
  command: string;
  /** Further labels. */
  labels?: Record<string, string>;
  env?: object[];
}

/** The Kubernetes manifest of the pod: restricted like the platform's own pods, and not restarted. */
export function demoPod({ name, image, command, labels, env = [] }: DemoPod): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: { app: command, ...labels } },
    spec: {
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: command,
          image,
          imagePullPolicy: 'IfNotPresent',
          args: [command],
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
          env,
        },
      ],
    },
  };
}
