import { Group, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconFileSpreadsheet, IconUpload, IconX } from '@tabler/icons-react';
import { notifyFailed } from '../lib/notify.ts';

// Spreadsheets of some systems report another media type.
const ACCEPTED = {
  'text/csv': ['.csv'],
  'text/plain': ['.csv', '.txt'],
  'application/vnd.ms-excel': ['.csv'],
};

/** Area on which a CSV file is dropped, or in which it is chosen. */
export function CsvDrop({
  title,
  about,
  refused,
  maxBytes,
  loading = false,
  onFile,
}: {
  title: string;
  about: string;
  /** Shown for a file that is too large, for another kind of file, and for several. */
  refused: string;
  maxBytes: number;
  loading?: boolean;
  onFile: (file: File) => void;
}) {
  return (
    <Dropzone
      onDrop={([file]) => (file === undefined ? undefined : onFile(file))}
      onReject={() => notifyFailed(refused)}
      maxSize={maxBytes}
      maxFiles={1}
      accept={ACCEPTED}
      loading={loading}
      aria-label={title}
      inputProps={{ 'aria-label': title }}
      useFsAccessApi={false}
    >
      <Group justify="center" gap="lg" mih={140} style={{ pointerEvents: 'none' }} wrap="nowrap">
        <Dropzone.Accept>
          <IconUpload size={40} stroke={1.5} aria-hidden />
        </Dropzone.Accept>
        <Dropzone.Reject>
          <IconX size={40} stroke={1.5} aria-hidden />
        </Dropzone.Reject>
        <Dropzone.Idle>
          <IconFileSpreadsheet size={40} stroke={1.5} aria-hidden />
        </Dropzone.Idle>
        <div>
          <Text fw={600}>{title}</Text>
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        </div>
      </Group>
    </Dropzone>
  );
}
