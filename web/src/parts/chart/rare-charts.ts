import { CustomChart, PieChart } from 'echarts/charts';
import { MarkLineComponent } from 'echarts/components';
import { use } from 'echarts/core';

// Pies, waterfalls and annotations, which few charts have.
use([CustomChart, PieChart, MarkLineComponent]);
