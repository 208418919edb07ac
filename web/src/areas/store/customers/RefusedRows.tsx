import { Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { number } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import type { ImportState } from './use-import.ts';

/** Maximum number of rows shown; all of them can be downloaded. */
const SHOWN = 100;

/** Rows of an import with problems, and a file of them to correct. */
export function RefusedRows({ state: { file, results } }: { state: ImportState }) {
  const t = useTexts('customers');
  const refused = file.rows.flatMap((row) => {
    const result = results.get(row.line);
    return result?.outcome === 'refused' ? [{ ...row, problems: result.invalidFields }] : [];
  });
  if (refused.length === 0) return null;
  const save = () => saveCsv('customers-refused.csv', [file.headings, ...refused.map(({ cells }) => cells)]);
  return (
    <Stack gap="xs" component="section">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('import.problems')}
        </Title>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
          {t('import.download')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('import.problemsAbout')}
      </Text>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('import.line')}</Table.Th>
            <Table.Th>{t('import.who')}</Table.Th>
            <Table.Th>{t('import.problem')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {refused.slice(0, SHOWN).map(({ line, customer, problems }) => (
            <Table.Tr key={line}>
              <Table.Td>{number(line)}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {(typeof customer !== 'string' && (customer.name || customer.email)) || '—'}
              </Table.Td>
              <Table.Td>{problems.map((problem) => t(`import.invalid.${problem}`)).join(' ')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {refused.length > SHOWN ? (
        <Text size="sm" c="dimmed">
          {t('import.more', { shown: number(SHOWN), count: number(refused.length) })}
        </Text>
      ) : null}
    </Stack>
  );
}

/** Saves rows as a CSV file of the browser. */
function saveCsv(name: string, rows: string[][]): void {
  const text = rows
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\r\n');
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
