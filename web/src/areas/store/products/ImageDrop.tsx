import { useRef, useState } from 'react';
import { Alert, Group, Progress, Stack, Text } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconPhotoUp } from '@tabler/icons-react';
import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '@commerce/console-api/routes/product-images.ts';
import { ApiError } from '../../../lib/call.ts';
import { problemText, errorText } from '../../../lib/problems.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { uploadImage } from '../../../lib/upload-image.ts';

/** A file that is being uploaded, or that could not be. */
interface Upload {
  key: number;
  name: string;
  /** Share that was sent, up to 1. */
  sent: number;
  failure?: string;
}

/** Uploads the images that are dropped on it or chosen, one after the other. @param free images that the product may still have */
export default function ImageDrop({ free, onUploaded }: { free: number; onUploaded: (url: string) => void }) {
  const t = useTexts('products');
  const { uploads, add, dismiss } = useUploads(onUploaded);
  const failed = uploads.filter(({ failure }) => failure !== undefined);
  return (
    <Stack gap="xs">
      <Dropzone
        onDrop={(files) => add(files, free)}
        onReject={(rejections) => add(rejections, free)}
        accept={[...IMAGE_TYPES]}
        maxSize={MAX_IMAGE_BYTES}
        disabled={free <= 0}
        p="md"
        aria-label={t('images.drop')}
        inputProps={{ 'aria-label': t('images.drop') }}
        useFsAccessApi={false}
      >
        <Group justify="center" gap="sm" wrap="nowrap" style={{ pointerEvents: 'none' }}>
          <IconPhotoUp size={28} stroke={1.5} aria-hidden />
          <div>
            <Text size="sm" fw={600}>
              {t('images.drop')}
            </Text>
            <Text size="xs" c="dimmed">
              {t('images.dropAbout')}
            </Text>
          </div>
        </Group>
      </Dropzone>
      {uploads
        .filter(({ failure }) => failure === undefined)
        .map(({ key, name, sent }) => (
          <div key={key}>
            <Text size="xs" truncate>
              {t('images.uploading', { name })}
            </Text>
            <Progress value={Math.max(4, sent * 100)} animated={sent === 1} aria-label={name} />
          </div>
        ))}
      {failed.length === 0 ? null : (
        <Alert
          color="red"
          role="alert"
          withCloseButton
          closeButtonLabel={t('images.dismiss')}
          onClose={dismiss}
        >
          {failed.map(({ key, name, failure }) => (
            <Text key={key} size="sm" style={{ overflowWrap: 'anywhere' }}>
              <b>{name}</b>: {failure}
            </Text>
          ))}
        </Alert>
      )}
    </Stack>
  );
}

function useUploads(onUploaded: (url: string) => void) {
  const t = useTexts('products');
  const common = useTexts('common');
  const { id: store } = useStore();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const lastKey = useRef(0);
  useUnsaved(uploads.some(({ failure }) => failure === undefined));

  const change = (key: number, fields: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...fields } : one)));

  const sendOne = async (key: number, file: File) => {
    try {
      onUploaded(await uploadImage(store, file, (sent) => change(key, { sent })));
      setUploads((all) => all.filter((one) => one.key !== key));
    } catch (error) {
      const detail = error instanceof ApiError ? error.details[0] : undefined;
      change(key, { failure: detail ? problemText(common, detail) : errorText(common, error) });
    }
  };

  const add = (files: (File | FileRejection)[], free: number) => {
    for (const [index, given] of files.entries()) {
      const file = given instanceof File ? given : given.file;
      const key = ++lastKey.current;
      const failure = refusalOf(given, index >= free);
      setUploads((all) => [
        ...all,
        { key, name: file.name, sent: 0, ...(failure && { failure: t(failure) }) },
      ]);
      // One after the other: they appear in the order of the files.
      if (failure === undefined) queue.current = queue.current.then(() => sendOne(key, file));
    }
  };
  const dismiss = () => setUploads((all) => all.filter(({ failure }) => failure === undefined));
  return { uploads, add, dismiss };
}

/** Text about a file that is not uploaded at all. */
function refusalOf(given: File | FileRejection, isTooMany: boolean): string | undefined {
  if (given instanceof File) return isTooMany ? 'images.tooMany' : undefined;
  return given.errors.some(({ code }) => code === 'file-too-large') ? 'images.tooLarge' : 'images.wrongType';
}
