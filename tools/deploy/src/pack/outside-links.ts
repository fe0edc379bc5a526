import { posix } from 'node:path';

/** The parts of a document that are not code: those with an even index. */
const CODE = /(^```.*?^```$)/ms;
const LINK = /\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g;

/**
 * Makes a README's links to files of the repository hold outside of it: they lead to where the source is published, or
 * become text where that is not known.
 *
 * @param folder of the README, from the repository's root
 * @param base address that paths of the repository are below
 */
export const outsideLinks = (markdown: string, folder: string, base: string | undefined): string =>
  markdown
    .split(CODE)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replaceAll(LINK, (whole: string, text: string, target: string) => {
            if (/^(?:[a-z]+:|#)/i.test(target)) return whole;
            return base === undefined ? text : `[${text}](${base}/${posix.normalize(posix.join(folder, target))})`;
          }),
    )
    .join('');
