import { Anchor } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { useTexts } from '../../lib/texts.ts';
import classes from './developer.module.css';

/** Page of the reference, with the anchor of a section: both are slugs of their titles. */
export const referencePage = (version: string, tag: string, section: string): string =>
  `reference/${version}/${slug(tag)}#${slug(section)}`;

const slug = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9_]+/g, '-');

/** Link to a page of the documentation, which opens in another tab. `page` is its path below `/docs`, with an anchor if any. */
export function DocsLink({ page, text }: { page: string; text?: string }) {
  const t = useTexts('developer');
  return (
    <Anchor href={`/docs/${page}`} target="_blank" rel="noreferrer" size="sm" className={classes['docs']}>
      <IconBook2 size={16} aria-hidden />
      {text ?? t('docs')}
    </Anchor>
  );
}
