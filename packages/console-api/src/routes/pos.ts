export const posRoutes = {};
