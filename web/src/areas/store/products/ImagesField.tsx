import { useState } from 'react';
import { ActionIcon, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useTexts } from '../../../lib/texts.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import type { ProductValues } from './product-form.ts';
import { Thumbnail } from './Thumbnail.tsx';

/** Image URLs of a product, in order: the first one is the main one. */
export function ImagesField({
  form,
  readOnly,
}: {
  form: UseFormReturnType<ProductValues>;
  readOnly: boolean;
}) {
  const t = useTexts('products');
  const [url, setUrl] = useState('');
  useUnsaved(url !== '');
  const { images } = form.values;
  const isAddress = /^https:\/\/\S+$/.test(url.trim());
  const add = () => {
    if (!isAddress) return;
    form.setFieldValue('images', [...images, url.trim()]);
    setUrl('');
  };
  return (
    <Card withBorder component="section">
      <Stack>
        <Title order={2} size="h5">
          {t('images.title')}
        </Title>
        {images.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('images.none')}
          </Text>
        ) : null}
        <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
          {images.map((image, at) => (
            <ImageRow key={`${image} ${at}`} form={form} at={at} readOnly={readOnly} />
          ))}
        </Stack>
        {readOnly ? null : (
          <Group align="flex-end">
            <TextInput
              label={t('images.add')}
              placeholder="https://"
              type="url"
              maxLength={2_048}
              value={url}
              onChange={(event) => setUrl(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                add();
              }}
              error={url !== '' && !isAddress ? t('images.https') : undefined}
              flex={1}
            />
            <Thumbnail url={isAddress ? url.trim() : undefined} size={36} />
            <Button variant="default" onClick={add} disabled={!isAddress || images.length >= 50}>
              {t('images.addButton')}
            </Button>
          </Group>
        )}
      </Stack>
    </Card>
  );
}

function ImageRow({
  form,
  at,
  readOnly,
}: {
  form: UseFormReturnType<ProductValues>;
  at: number;
  readOnly: boolean;
}) {
  const t = useTexts('products');
  const { images } = form.values;
  const image = images[at]!;
  const error = form.errors[`images.${at}`];
  return (
    <Group component="li" wrap="nowrap" gap="sm">
      <Thumbnail url={image} size={56} />
      <Stack gap={2} flex={1} miw={0}>
        <Text size="sm" truncate title={image}>
          {image}
        </Text>
        {at === 0 ? (
          <Text size="xs" c="dimmed">
            {t('images.main')}
          </Text>
        ) : null}
        {error ? (
          <Text size="xs" c="var(--mantine-color-error)">
            {error}
          </Text>
        ) : null}
      </Stack>
      {readOnly ? null : (
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            disabled={at === 0}
            aria-label={t('images.up', { position: at + 1 })}
            onClick={() => form.reorderListItem('images', { from: at, to: at - 1 })}
          >
            <IconArrowUp size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            disabled={at === images.length - 1}
            aria-label={t('images.down', { position: at + 1 })}
            onClick={() => form.reorderListItem('images', { from: at, to: at + 1 })}
          >
            <IconArrowDown size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t('images.remove', { position: at + 1 })}
            onClick={() => form.removeListItem('images', at)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      )}
    </Group>
  );
}
