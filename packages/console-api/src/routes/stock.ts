export const stockRoutes = {};
