import { outsideLinks } from './outside-links.js';

const README = '[docs](../../docs/api/README.md#errors), [site](https://example.org), [below](#here)\n';

it('leads links to where the source is published', () => {
  expect(outsideLinks(README, 'libs/client', 'https://code.example/weir/blob/v1.0.0')).toBe(
    '[docs](https://code.example/weir/blob/v1.0.0/docs/api/README.md#errors), [site](https://example.org), [below](#here)\n',
  );
});

it('turns them into text where that is not known, and leaves code alone', () => {
  expect(outsideLinks(README, 'libs/client', undefined)).toBe('docs, [site](https://example.org), [below](#here)\n');
  const code = '```ts\nconst [a](b) = c;\n```';
  expect(outsideLinks(code, 'libs/client', undefined)).toBe(code);
});
