import { useState } from 'react';
import { Button, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { ApiOperation } from '@commerce/console-api/routes/explorer.ts';
import { newKey } from '../../../lib/call.ts';
import { useTexts } from '../../../lib/texts.ts';
import { DocsLink, referencePage } from '../DocsLink.tsx';
import { BodyFields } from './BodyFields.tsx';
import { QueryFields } from './QueryFields.tsx';
import { exampleRequest, hasValidBody, missingParameters, type ComposedRequest } from './request.ts';
import { Samples } from './Samples.tsx';
import type { Exploring } from './use-exploring.ts';

/** Form of a request, prefilled with the examples of the documentation, and its code samples. */
export function RequestForm({
  operation,
  root,
  exploring,
}: {
  operation: ApiOperation;
  root: string;
  exploring: Exploring;
}) {
  const t = useTexts('explorer');
  const [request, setRequest] = useState(() => exampleRequest(operation, exploring.known, newKey()));
  const [isChecked, setChecked] = useState(false);
  const change = (changed: Partial<ComposedRequest>) => setRequest({ ...request, ...changed });
  const missing = isChecked ? missingParameters(request) : [];
  const submit = () => {
    setChecked(true);
    if (missingParameters(request).length === 0 && hasValidBody(request)) exploring.send(request);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <OperationHeader operation={operation} version={root.split('/').at(-1)!} />
        {Object.entries(request.path).map(([name, value]) => (
          <TextInput
            key={name}
            label={name}
            description={t('pathAbout')}
            withAsterisk
            value={value}
            error={missing.includes(name) ? t('required') : undefined}
            maxLength={200}
            onChange={(event) => change({ path: { ...request.path, [name]: event.currentTarget.value } })}
          />
        ))}
        <QueryFields
          fields={operation.query}
          values={request.query}
          missing={missing}
          change={(query) => change({ query })}
        />
        {operation.method === 'GET' || operation.method === 'DELETE' ? null : (
          <WriteFields operation={operation} request={request} isChecked={isChecked} change={change} />
        )}
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={exploring.isPending}
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
          >
            {t('send')}
          </Button>
        </Group>
        <Samples request={request} root={root} />
      </Stack>
    </form>
  );
}

function OperationHeader({ operation, version }: { operation: ApiOperation; version: string }) {
  const t = useTexts('explorer');
  return (
    <div>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Title order={2} size="h5">
          {operation.summary}
        </Title>
        <DocsLink page={referencePage(version, operation.tag, operation.summary)} text={t('reference')} />
      </Group>
      <Text size="sm" ff="monospace" mt={4} style={{ overflowWrap: 'anywhere' }}>
        {operation.method} {operation.path}
      </Text>
      {operation.scope === null ? null : (
        <Text size="sm" c="dimmed" mt={4}>
          {t('needs', { scope: operation.scope })}
        </Text>
      )}
    </div>
  );
}

function WriteFields({
  operation,
  request,
  isChecked,
  change,
}: {
  operation: ApiOperation;
  request: ComposedRequest;
  isChecked: boolean;
  change: (changed: Partial<ComposedRequest>) => void;
}) {
  const t = useTexts('explorer');
  return (
    <>
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          label="Idempotency-Key"
          description={operation.needsKey ? t('keyRequired') : t('keyOptional')}
          style={{ flex: 1 }}
          value={request.idempotencyKey}
          maxLength={255}
          onChange={(event) => change({ idempotencyKey: event.currentTarget.value })}
        />
        <Button variant="default" onClick={() => change({ idempotencyKey: newKey() })}>
          {t('newKey')}
        </Button>
      </Group>
      {operation.body === '' ? null : (
        <>
          <Textarea
            label={t('body')}
            value={request.body}
            error={isChecked && !hasValidBody(request) ? t('notJson') : undefined}
            autosize
            minRows={4}
            maxRows={18}
            maxLength={200_000}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            onChange={(event) => change({ body: event.currentTarget.value })}
          />
          <BodyFields fields={operation.bodyFields} />
        </>
      )}
    </>
  );
}
