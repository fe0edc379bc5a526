import { useEffect } from 'react';

/** Names the page in the browser's title while it is shown. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Weir`;
  }, [title]);
};
