/** A pod of the image `demo`. */
export interface DemoPod {
  name: string;
  image: string;
  /** What it is to do: a command of test/cluster/pod. It is the pod's label `app` as well. */
  command: string;
  env?: object[];
}

/** The pod as Kubernetes is told of it: restricted as the platform's own are, and not started again. */
export function demoPod({ name, image, command, env = [] }: DemoPod): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: { app: command } },
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
