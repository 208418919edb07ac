import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Button, Card, Group, SimpleGrid, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useTexts } from '../../../lib/texts.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { ImageCard } from './ImageCard.tsx';
import { ImageCopies } from './ImageCopies.tsx';
import { MAX_IMAGES, withImage, type ChangeImages, type ImagesValue } from './images-value.ts';

const ImageDrop = lazy(() => import('./ImageDrop.tsx'));

/** Images of a product: upload, order, alternative texts, and the variants that have them. Saved with the form around it. */
export function ProductImages({
  product,
  value,
  onChange,
  errorOf,
  readOnly,
}: {
  product: { id: string; variants: { id: string; name: string }[] };
  value: ImagesValue;
  onChange: ChangeImages;
  /** Problem of the image at a position. */
  errorOf: (position: number) => ReactNode;
  readOnly: boolean;
}) {
  const t = useTexts('products');
  const { images } = value;
  return (
    <Card withBorder component="section" aria-label={t('images.title')}>
      <Stack>
        <Title order={2} size="h5">
          {t('images.title')}
        </Title>
        {images.length === 0 && readOnly ? (
          <Text size="sm" c="dimmed">
            {t('images.none')}
          </Text>
        ) : null}
        <SimpleGrid
          component="ol"
          cols={{ base: 2, xs: 3, md: 4 }}
          spacing="sm"
          m={0}
          p={0}
          style={{ listStyle: 'none' }}
        >
          {images.map((url, at) => (
            <ImageCard
              key={url}
              url={url}
              at={at}
              value={value}
              variants={product.variants}
              onChange={onChange}
              error={errorOf(at)}
              readOnly={readOnly}
            />
          ))}
        </SimpleGrid>
        {readOnly ? null : (
          <>
            <Suspense fallback={<Skeleton height={76} />}>
              <ImageDrop free={MAX_IMAGES - images.length} onUploaded={(url) => onChange(withImage(url))} />
            </Suspense>
            <AddByUrl disabled={images.length >= MAX_IMAGES} onAdd={(url) => onChange(withImage(url))} />
            <ImageCopies product={product.id} />
          </>
        )}
      </Stack>
    </Card>
  );
}

function AddByUrl({ disabled, onAdd }: { disabled: boolean; onAdd: (url: string) => void }) {
  const t = useTexts('products');
  const [text, setText] = useState('');
  useUnsaved(text !== '');
  const isAddress = /^https:\/\/\S+$/.test(text.trim());
  const add = () => {
    if (!isAddress || disabled) return;
    onAdd(text.trim());
    setText('');
  };
  return (
    <Group align="flex-start">
      <TextInput
        label={t('images.add')}
        description={t('images.addAbout')}
        placeholder="https://"
        type="url"
        maxLength={2_048}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
        error={text !== '' && !isAddress ? t('images.https') : undefined}
        rightSectionWidth="auto"
        rightSection={
          <Button variant="subtle" size="compact-sm" mx={4} onClick={add} disabled={!isAddress || disabled}>
            {t('images.addButton')}
          </Button>
        }
        flex={1}
      />
    </Group>
  );
}
