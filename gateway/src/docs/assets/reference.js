// Starts the viewer with the document that the page names. No search: it would need a worker from a blob, which the policy forbids.
const element = document.getElementById('reference');
globalThis.Redoc.init(
  new URL(element.dataset.document, location.href).href,
  {
    disableSearch: true,
    nativeScrollbars: true,
    expandResponses: '200',
    hideSchemaTitles: true,
    jsonSamplesExpandLevel: 3,
    maxDisplayedEnumValues: 10,
    schemasExpansionLevel: 1,
    scrollYOffset: '.top',
    theme: {
      colors: { primary: { main: '#1d5fa8' } },
      typography: {
        fontFamily: 'system-ui, sans-serif',
        fontSize: '16px',
        headings: { fontFamily: 'system-ui, sans-serif', fontWeight: '600' },
        code: {
          fontFamily: 'ui-monospace, monospace',
          fontSize: '14px',
          color: '#8a2c4c',
          backgroundColor: '#f3f4f6',
        },
      },
      sidebar: { width: '270px', backgroundColor: '#f8f9fb' },
      rightPanel: { backgroundColor: '#1f2733' },
    },
  },
  element,
);
