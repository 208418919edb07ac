import { Stack, Text } from '@mantine/core';
import type { ReviewView } from '@commerce/console-api/routes/developer.ts';
import { isScope, SCOPES } from '@commerce/public-api/scopes.ts';
import { useLanguage, useTexts } from '../../lib/texts.ts';
import classes from './review.module.css';

/** Changes of a submitted version, field by field: removed and added values. */
export function ReviewChanges({ changes }: { changes: ReviewView['changes'] }) {
  const t = useTexts('review');
  if (changes.length === 0) return <Text c="dimmed">{t('noChanges')}</Text>;
  return (
    <dl className={classes['fields']}>
      {changes.map(({ field, before, after }) => (
        <div key={field} className={classes['field']} data-field={field}>
          <dt>{t(`fields.${field}`)}</dt>
          <dd>
            <Stack gap={4}>
              {before
                .filter((value) => !after.includes(value))
                .map((value) => (
                  <Line key={value} field={field} value={value} kind="removed" />
                ))}
              {after.map((value) => (
                <Line
                  key={value}
                  field={field}
                  value={value}
                  kind={before.includes(value) ? 'kept' : 'added'}
                />
              ))}
            </Stack>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Line({ field, value, kind }: { field: string; value: string; kind: 'added' | 'removed' | 'kept' }) {
  const t = useTexts('review');
  const Tag = kind === 'removed' ? 'del' : kind === 'added' ? 'ins' : 'span';
  return (
    <Tag className={`${classes['line']} ${classes[kind]}`}>
      {kind === 'kept' ? null : <span className={classes['mark']}>{t(`marks.${kind}`)}</span>}
      <span className={classes['value']}>{field === 'scopes' ? <ScopeText scope={value} /> : value}</span>
    </Tag>
  );
}

/** Scope as merchants read it, with its name. */
export function ScopeText({ scope }: { scope: string }) {
  const [language] = useLanguage();
  if (!isScope(scope)) return <code>{scope}</code>;
  return (
    <>
      {SCOPES[scope][language]} <code className={classes['scope']}>{scope}</code>
    </>
  );
}
