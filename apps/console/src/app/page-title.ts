import { useEffect } from 'react';

/** Sets the document's title. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Weir`;
  }, [title]);
};
