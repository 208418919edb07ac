import type { ReactNode } from 'react';
import {
  ActionIcon,
  AspectRatio,
  Badge,
  Group,
  Image,
  MultiSelect,
  Paper,
  Popover,
  Stack,
  Text,
  Textarea,
} from '@mantine/core';
import { IconAdjustments, IconArrowLeft, IconArrowRight, IconTrash } from '@tabler/icons-react';
import { imageUrlFor } from '../../../lib/image-url.ts';
import { useTexts } from '../../../lib/texts.ts';
import {
  variantsWith,
  withAlt,
  withMoved,
  withoutImage,
  withVariants,
  type ChangeImages,
  type ImagesValue,
} from './images-value.ts';

/** Type of the dragged data: the position of a card. */
const POSITION = 'application/x-mostrador-image-position';

interface ImageCardProps {
  url: string;
  at: number;
  value: ImagesValue;
  variants: { id: string; name: string }[];
  onChange: ChangeImages;
  error: ReactNode;
  readOnly: boolean;
}

/** One image of a product, to be dragged, moved by buttons, described, and removed. */
export function ImageCard({ url, at, value, variants, onChange, error, readOnly }: ImageCardProps) {
  const t = useTexts('products');
  const alt = value.imageAlts[url] ?? '';
  return (
    <Paper
      component="li"
      withBorder
      p={6}
      pos="relative"
      draggable={!readOnly}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData(POSITION, String(at));
      }}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(POSITION)) event.preventDefault();
      }}
      onDrop={(event) => {
        const from = event.dataTransfer.getData(POSITION);
        if (from === '') return;
        event.preventDefault();
        if (Number(from) !== at) onChange(withMoved(Number(from), at));
      }}
      style={{ cursor: readOnly ? undefined : 'grab' }}
    >
      <Stack gap={4}>
        <AspectRatio ratio={1}>
          <Image
            src={imageUrlFor(url, 320)}
            alt={alt === '' ? t('images.position', { position: at + 1 }) : alt}
            radius={4}
            fit="contain"
            loading="lazy"
            referrerPolicy="no-referrer"
            draggable={false}
          />
        </AspectRatio>
        {at === 0 ? (
          <Badge pos="absolute" top={10} left={10} size="sm">
            {t('images.main')}
          </Badge>
        ) : null}
        {readOnly ? null : (
          <Group gap={0} justify="space-between" wrap="nowrap">
            <Move at={at} count={value.images.length} onChange={onChange} />
            <Group gap={0} wrap="nowrap">
              <Details url={url} at={at} value={value} variants={variants} onChange={onChange} />
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={t('images.remove', { position: at + 1 })}
                onClick={() => onChange(withoutImage(url))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          </Group>
        )}
        {error ? (
          <Text size="xs" c="var(--mantine-color-error)">
            {error}
          </Text>
        ) : null}
      </Stack>
    </Paper>
  );
}

function Move({ at, count, onChange }: { at: number; count: number; onChange: ChangeImages }) {
  const t = useTexts('products');
  return (
    <Group gap={0} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        disabled={at === 0}
        aria-label={t('images.earlier', { position: at + 1 })}
        onClick={() => onChange(withMoved(at, at - 1))}
      >
        <IconArrowLeft size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        disabled={at === count - 1}
        aria-label={t('images.later', { position: at + 1 })}
        onClick={() => onChange(withMoved(at, at + 1))}
      >
        <IconArrowRight size={16} />
      </ActionIcon>
    </Group>
  );
}

function Details({ url, at, value, variants, onChange }: Omit<ImageCardProps, 'error' | 'readOnly'>) {
  const t = useTexts('products');
  const chosen = variantsWith(url, value);
  const isUsed = chosen.length > 0 || (value.imageAlts[url] ?? '') !== '';
  return (
    <Popover width={300} position="bottom-start" withArrow shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon
          variant={isUsed ? 'light' : 'subtle'}
          aria-label={t('images.details', { position: at + 1 })}
        >
          <IconAdjustments size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Textarea
            label={t('images.alt')}
            description={t('images.altAbout')}
            maxLength={512}
            autosize
            minRows={2}
            value={value.imageAlts[url] ?? ''}
            onChange={(event) => onChange(withAlt(url, event.currentTarget.value.replaceAll('\n', ' ')))}
          />
          {variants.length === 0 ? null : (
            <MultiSelect
              label={t('images.variants')}
              data={variants.map(({ id, name }) => ({ value: id, label: name }))}
              value={chosen}
              onChange={(ids) => onChange(withVariants(url, ids))}
              searchable
              clearable
              comboboxProps={{ withinPortal: false }}
            />
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
